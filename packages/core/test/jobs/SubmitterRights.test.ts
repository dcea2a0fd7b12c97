import { layer } from "@namewright/adapters-sqlite"
import { submitterRightsSuite } from "./submitterRightsSuite.ts"

submitterRightsSuite("sqlite", layer({ filename: ":memory:" }))
