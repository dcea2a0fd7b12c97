import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { submitterRightsSuite } from "./submitterRightsSuite.ts"

submitterRightsSuite("sqlite", memoryDatabase())
