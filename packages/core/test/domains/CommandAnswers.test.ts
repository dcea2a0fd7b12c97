import { Duration } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { isFull } from "../../../../test/testSize.ts"
import { acceptedCommandSuite } from "./accepted/acceptedCommandSuite.ts"
import { deletionAnswerSuite } from "./deletionAnswerSuite.ts"
import { registrationAnswerSuite } from "./registrationAnswerSuite.ts"

const storage = memoryDatabase()
const lags = isFull ? [Duration.zero, Duration.minutes(1)] : [Duration.minutes(1)]

registrationAnswerSuite("sqlite", storage, lags)
deletionAnswerSuite("sqlite", storage, lags)
acceptedCommandSuite("sqlite", storage, lags)
