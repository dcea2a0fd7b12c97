import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { platformOn } from "./DomainsPlatform.ts"
import { maintenanceSuite } from "./maintenanceSuite.ts"

maintenanceSuite("sqlite", platformOn(memoryDatabase()))
