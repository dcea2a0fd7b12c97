import { dnssecSuite } from "./dnssecSuite.ts"
import { onSqlite } from "./DomainsPlatform.ts"

dnssecSuite("sqlite", onSqlite)
