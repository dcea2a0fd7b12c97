import { answersSuite } from "./answersSuite.ts"

answersSuite(300)
