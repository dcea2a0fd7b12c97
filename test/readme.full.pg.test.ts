import { Effect } from "effect"
import { servedProcess } from "../packages/http/test/cli/ServedProcess.ts"
import { freshDatabase } from "./PostgresDatabase.ts"
import { readmeWalk } from "./ReadmeWalk.ts"

readmeWalk("on PostgreSQL", Effect.flatMap(freshDatabase, (database) => servedProcess(["--database", database])))
