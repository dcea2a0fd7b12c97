import { layer as sqlite } from "@namewright/adapters-sqlite"
import { acceptedCommandSuite } from "./acceptedCommandSuite.ts"
import { deletionAnswerSuite } from "./deletionAnswerSuite.ts"
import { registrationAnswerSuite } from "./registrationAnswerSuite.ts"

const storage = sqlite({ filename: ":memory:" })

registrationAnswerSuite("sqlite", storage)
deletionAnswerSuite("sqlite", storage)
acceptedCommandSuite("sqlite", storage)
