import { deletionSuite } from "./deletionSuite.ts"
import { onSqlite } from "./DomainsPlatform.ts"

deletionSuite("sqlite", onSqlite)
