/** Occurrences that IFC2X3 has one class for, and the narrower classes that only their types tell apart. */
const CLASSES: Readonly<Record<string, string>> = {
  IfcFurnishingElement: "Furniture SystemFurnitureElement",
  IfcDistributionControlElement: "Actuator Alarm Controller FlowInstrument Sensor",
  IfcEnergyConversionDevice:
    "AirToAirHeatRecovery Boiler Chiller Coil Condenser CooledBeam CoolingTower ElectricGenerator ElectricMotor EvaporativeCooler Evaporator HeatExchanger Humidifier MotorConnection SpaceHeater Transformer TubeBundle UnitaryEquipment",
  IfcFlowController: "AirTerminalBox Damper ElectricTimeControl FlowMeter ProtectiveDevice SwitchingDevice Valve",
  IfcFlowFitting: "CableCarrierFitting DuctFitting JunctionBox PipeFitting",
  IfcFlowMovingDevice: "Compressor Fan Pump",
  IfcFlowSegment: "CableCarrierSegment CableSegment DuctSegment PipeSegment",
  IfcFlowStorageDevice: "ElectricFlowStorageDevice Tank",
  IfcFlowTerminal:
    "AirTerminal ElectricAppliance FireSuppressionTerminal Lamp LightFixture Outlet SanitaryTerminal StackTerminal WasteTerminal",
  IfcFlowTreatmentDevice: "DuctSilencer Filter",
  IfcEquipmentElement: "VibrationIsolator",
};

/** An IDS names the narrower class, as later editions do. */
export const NAMED_BY_TYPE: ReadonlyMap<string, string> = new Map(
  Object.entries(CLASSES).flatMap(([general, narrower]) =>
    narrower.split(" ").map((one) => [`IFC${one.toUpperCase()}`, general.toUpperCase()] as const),
  ),
);
