export { dayQuery, monthQuery } from "./api/availability";
export { MonthCalendar } from "./components/MonthCalendar";
export { monthsAfter } from "./model/month-grid";
