import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { importingPlatform, importSuite } from "./importSuite.ts"

importSuite("sqlite", importingPlatform(memoryDatabase()))
