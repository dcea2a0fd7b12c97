import { testSize } from "../../../../test/testSize.ts"
import { generatedRequestsSuite } from "./generated/generatedRequestsSuite.ts"

generatedRequestsSuite({ count: testSize(500, 20_000), seed: 2, timeout: 900_000 })
