export { AfterBooking } from "./components/AfterBooking";
export { AnswerList } from "./components/AnswerList";
export { QuestionSets } from "./components/QuestionSets";
export { useAnswers } from "./hooks/useAnswers";
