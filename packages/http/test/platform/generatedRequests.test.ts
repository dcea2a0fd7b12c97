import { testSize } from "../../../../test/testSize.ts"
import { generatedRequestsSuite } from "./generated/generatedRequestsSuite.ts"

generatedRequestsSuite({ count: testSize(300, 1000), seed: 3, timeout: 120_000 })
