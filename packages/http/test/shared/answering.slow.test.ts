import { testSize } from "../../../../test/testSize.ts"
import { answersSuite } from "./answersSuite.ts"

answersSuite(testSize(60, 300))
