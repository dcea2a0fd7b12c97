import { TestPlatform } from "../support/TestPlatform.ts"
import { scopedBatchSuite } from "./scopedBatchSuite.ts"

scopedBatchSuite("sqlite", TestPlatform.layer, { rounds: 1 })
