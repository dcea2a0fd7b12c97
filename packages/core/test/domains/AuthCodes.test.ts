import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { authCodeSuite } from "./authCodeSuite.ts"

authCodeSuite("sqlite", memoryDatabase())
