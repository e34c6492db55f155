import { expect, test } from "vitest";
import { parseArguments } from "./parse-arguments.ts";

test("a folder for files may be given more than once, in either spelling", () => {
  expect(parseArguments(["mcp", "truth", "--files-root", "a", "--files-root=b"])).toEqual({
    command: "mcp",
    words: ["truth"],
    flags: { "files-root": ["a", "b"] },
  });
});

test("the flags of the dashboard are read as the contract writes them", () => {
  const argv = ["mcp", "instructions", "--dashboard", "--dashboard-port=9000", "--dashboard-host", "::1"];

  expect(parseArguments([...argv, "--dashboard-tries=0"]).flags).toEqual({
    dashboard: true,
    "dashboard-port": "9000",
    "dashboard-host": "::1",
    "dashboard-tries": "0",
  });
  expect(parseArguments(["serve", "--no-dashboard"]).flags).toEqual({ "no-dashboard": true });
});

test("-h shows the help of a command", () => {
  expect(parseArguments(["mcp", "instructions", "-h"])).toEqual({ command: "help", words: ["mcp"], flags: {} });
});

test("flags of every command may stand before it", () => {
  const wanted = { command: "status", words: [], flags: { data: "./x", "read-only": true, json: true } };

  expect(parseArguments(["--data", "./x", "--read-only", "status", "--json"])).toEqual(wanted);
  expect(parseArguments(["--data=./x", "--read-only", "status", "--json"])).toEqual(wanted);
  expect(parseArguments(["--help"])).toEqual({ command: "help", words: [], flags: {} });
});

test.each([
  [["--port", "1", "serve"], "--port stands before the command: bailiwick COMMAND --port"],
  [["--data", "./x"], "unknown command --data"],
  [["mcp", "x", "--dashboard", "--dashboard"], "--dashboard is given twice"],
  [["mcp", "x", "--dashboard-prot=1"], "mcp has no flag --dashboard-prot; did you mean --dashboard-port?"],
  [["mcp", "x", "--dashboard-port"], "--dashboard-port needs a value: --dashboard-port 8787"],
  [["mcp", "x", "--files-root="], "--files-root needs a value: --files-root DIR"],
  [["verify", "--files-root", "a"], "verify has no flag --files-root"],
  [["verify", "-x"], "verify has no flag -x"],
])("%j is refused", (argv, message) => {
  expect(() => parseArguments(argv)).toThrow(message);
});
