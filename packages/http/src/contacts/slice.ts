import { registration } from "../shared/registration.ts"
import { ContactAttributeSetsApi } from "./ContactAttributeSetsApi.ts"
import { ContactsApi } from "./ContactsApi.ts"

export const contactsSlice = [
  registration(ContactsApi, () => import("./ContactsHandlers.ts")),
  registration(ContactAttributeSetsApi, () => import("./ContactAttributeSetsHandlers.ts"))
] as const
