export { dayQuery, monthQuery } from "./api/availability";
export { MonthCalendar } from "./components/MonthCalendar";
export { WeekdayHead } from "./components/WeekdayHead";
export { useTokenRenewal } from "./hooks/useTokenRenewal";
export { monthsAfter, weeksOf } from "./model/month-grid";
