import { generatedRequestsSuite } from "./generated/generatedRequestsSuite.ts"

generatedRequestsSuite({ count: 1000, seed: 3, timeout: 120_000 })
