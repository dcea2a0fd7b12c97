import { layer as sqlite } from "@namewright/adapters-sqlite"
import { platformOn } from "./DomainsPlatform.ts"
import { maintenanceSuite } from "./maintenanceSuite.ts"

maintenanceSuite("sqlite", platformOn(sqlite({ filename: ":memory:", synchronous: "normal" })))
