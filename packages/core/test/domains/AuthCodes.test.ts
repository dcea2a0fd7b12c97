import { sqlite } from "@namewright/adapters-sqlite"
import { authCodeSuite } from "./authCodeSuite.ts"

authCodeSuite("sqlite", sqlite({ filename: ":memory:", synchronous: "normal" }))
