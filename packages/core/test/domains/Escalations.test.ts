import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { escalationSuite } from "./escalationSuite.ts"

escalationSuite("sqlite", memoryDatabase())
