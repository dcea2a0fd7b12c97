import { onSqlite } from "./DomainsPlatform.ts"
import { linkedAttributesSuite } from "./linkedAttributesSuite.ts"

linkedAttributesSuite("sqlite", onSqlite)
