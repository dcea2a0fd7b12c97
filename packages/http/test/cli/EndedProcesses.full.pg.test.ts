import { Effect } from "effect"
import { freshDatabase } from "../../../../test/PostgresDatabase.ts"
import { endedProcessesSuite } from "./endedProcesses.ts"

endedProcessesSuite("PostgreSQL", Effect.orDie(freshDatabase))
