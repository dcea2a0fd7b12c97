import { layer as sqlite } from "@namewright/adapters-sqlite"
import { verificationSuite } from "./verificationSuite.ts"

verificationSuite("sqlite", sqlite({ filename: ":memory:", synchronous: "normal" }))
