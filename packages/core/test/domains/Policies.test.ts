import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { policySuite } from "./policySuite.ts"

policySuite("sqlite", memoryDatabase())
