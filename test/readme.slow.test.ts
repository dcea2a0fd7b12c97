import { servedProcess } from "../packages/http/test/cli/ServedProcess.ts"
import { readmeWalk } from "./ReadmeWalk.ts"

readmeWalk("on SQLite", servedProcess(["--database", "sqlite::memory:"]))
