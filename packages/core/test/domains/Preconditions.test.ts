import { layer as sqlite } from "@namewright/adapters-sqlite"
import { platformOn } from "./DomainsPlatform.ts"
import { overtakenStorage, preconditionSuite } from "./preconditionSuite.ts"

preconditionSuite("sqlite", platformOn(overtakenStorage(sqlite({ filename: ":memory:", synchronous: "normal" }))))
