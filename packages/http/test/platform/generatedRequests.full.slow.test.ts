import { generatedRequestsSuite } from "./generated/generatedRequestsSuite.ts"

generatedRequestsSuite({ count: 8_000, seed: 2, timeout: 900_000 })
