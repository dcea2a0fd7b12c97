import { onSqlite } from "./DomainsPlatform.ts"
import { registrationSuite } from "./registrationSuite.ts"

registrationSuite("sqlite", onSqlite, 28)
