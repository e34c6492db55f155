/** Over stdio, stdout belongs to the protocol alone: whatever else prints there is sent to stderr instead. */
export const protocol = process.argv[2] === "mcp" ? reserveStdout() : process.stdout;

function reserveStdout(): NodeJS.WriteStream {
  const reserved = Object.create(process.stdout, {
    write: { value: process.stdout.write.bind(process.stdout) },
  }) as NodeJS.WriteStream;
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  return reserved;
}
