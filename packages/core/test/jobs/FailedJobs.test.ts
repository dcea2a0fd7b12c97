import { layer } from "@namewright/adapters-sqlite"
import { failedJobsSuite } from "./failedJobsSuite.ts"

failedJobsSuite("sqlite", layer({ filename: ":memory:", synchronous: "normal" }))
