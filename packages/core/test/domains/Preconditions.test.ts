import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { platformOn } from "./DomainsPlatform.ts"
import { overtakenStorage, preconditionSuite } from "./preconditionSuite.ts"

preconditionSuite("sqlite", platformOn(overtakenStorage(memoryDatabase())))
