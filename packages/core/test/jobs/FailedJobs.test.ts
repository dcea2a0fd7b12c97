import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { failedJobsSuite } from "./failedJobsSuite.ts"

failedJobsSuite("sqlite", memoryDatabase())
