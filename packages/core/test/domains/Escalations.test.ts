import { layer as sqlite } from "@namewright/adapters-sqlite"
import { escalationSuite } from "./escalationSuite.ts"

escalationSuite("sqlite", sqlite({ filename: ":memory:" }))
