import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { commandRunSuite } from "./commandRunSuite.ts"

commandRunSuite("sqlite", memoryDatabase(), ["interrupt"])
