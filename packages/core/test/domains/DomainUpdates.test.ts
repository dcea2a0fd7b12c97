import { onSqlite } from "./DomainsPlatform.ts"
import { updateSuite } from "./updateSuite.ts"

updateSuite("sqlite", onSqlite)
