import { registration } from "../shared/registration.ts"
import { ContactsApi } from "./ContactsApi.ts"

export const contactsSlice = [
  registration(ContactsApi, () => import("./ContactsHandlers.ts"))
] as const
