import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createEmptyServer } from "./empty-server.js";

serveStdio(createEmptyServer);
