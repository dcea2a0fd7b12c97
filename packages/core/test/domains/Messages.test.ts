import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { messageSuite } from "./messageSuite.ts"

messageSuite("sqlite", memoryDatabase())
