// Loaded into a process of the product before its own code. By its clock a second takes a minute: no patience that it
// measures ends because the machine was busy. Timers go off as ever.

const TIMES_SLOWER = 60;
const now = performance.now.bind(performance);
performance.now = () => now() / TIMES_SLOWER;
