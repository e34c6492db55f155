const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
const GUID = /^[0-3][0-9A-Za-z_$]{21}$/;

/** The UUID that an IFC GlobalId stands for, or undefined where it is none. Nothing is lost: it leads back. */
export function uuidOfGuid(guid: string): string | undefined {
  if (!GUID.test(guid)) return undefined;
  let value = 0n;
  for (const digit of guid) value = (value << 6n) | BigInt(DIGITS.indexOf(digit));
  const hex = value.toString(16).padStart(32, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** The IFC GlobalId that stands for a UUID; it leads back. */
export function guidOfUuid(uuid: string): string {
  let value = BigInt(`0x${uuid.replaceAll("-", "")}`);
  let guid = "";
  for (let digit = 0; digit < 22; digit += 1) {
    guid = `${DIGITS[Number(value & 63n)]}${guid}`;
    value >>= 6n;
  }
  return guid;
}
