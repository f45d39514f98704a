import type { Schemas } from "@seki/shared/api";

/** Wire types of the server's OpenAPI document, by the names that this site uses. */
export type { Flash, Locale, Problem } from "@seki/shared/api";

export type HeaderUser = Schemas["HeaderUser"];
export type SessionInfo = Schemas["SessionInfo"];
export type SiteConfig = Schemas["SiteConfig"];

/** The envelopes of all pages of the diners' site, distinguished by `page`. */
type AnyPage = Extract<
  Schemas[keyof Schemas],
  { page: string; csrf_token: string; session: Schemas["SessionInfo"]; data: unknown }
>;

export type PageName = AnyPage["page"];
export type PageData = { [One in AnyPage as One["page"]]: One["data"] };

export interface Page<Name extends PageName = PageName> extends Omit<AnyPage, "page" | "data"> {
  page: Name;
  data: PageData[Name];
}

export type Choice = Schemas["Choice"];
export type FacilityChoice = Schemas["FacilityChoice"];
export type RestaurantCard = Schemas["RestaurantCard"];
export type RestaurantDetail = Schemas["RestaurantDetail"];
export type Operation = Schemas["OperationInfo"];
export type OperationName = Schemas["OperationName"];
export type Course = Schemas["CourseInfo"];
export type Careers = Schemas["Careers"];
export type CalendarBoot = Schemas["CalendarBoot"];
export type WaitingRoomView = Schemas["WaitingRoomView"];
export type WaitingRoomStatus = Schemas["WaitingRoomStatus"];
export type RestaurantRaffle = Schemas["RestaurantRaffle"];
export type RaffleParticipation = Schemas["RaffleParticipation"];
export type RaffleEntry = Schemas["RaffleEntry"];
export type EntriesMade = Schemas["EntriesMade"];
export type RaffleProof = Schemas["RaffleProof"];
export type Favorite = Schemas["FavoriteState"];
export type FavoriteCard = Schemas["FavoriteCard"];
export type NotificationView = Schemas["NotificationView"];
export type InterestTagsPage = Schemas["InterestTagsPage"];
export type PhoneEditPage = Schemas["PhoneEditPage"];
export type ProfilePage = Schemas["ProfilePage"];
export type PickRestaurant = Schemas["PickRestaurant"];
export type SavedCard = Schemas["SavedCard"];
export type UnpaidRenewal = Schemas["UnpaidRenewal"];

export type HomePage = Schemas["HomePage"];
export type Continuing = Schemas["PendingIntent"];
export type SignUpPage = Schemas["SignUpPage"];
export type LegalDocumentPage = Schemas["LegalDocumentPage"];
export type PickRestaurantsPage = Schemas["PickRestaurantsPage"];
export type NewReservationPage = Schemas["NewReservationPage"];
export type ReviewPage = Schemas["ReviewPage"];
export type PlanOffer = Schemas["PlanOffer"];
export type PlanQuote = Schemas["PlanQuote"];
export type ShownQuote = Schemas["ShownQuoteBody"];
export type GoldSlot = Schemas["GoldSlot"];
export type SearchParams = Schemas["SearchParams"];
export type PlanSpan = Schemas["PlanSpan"];
export type MemberPlan = Schemas["MemberPlan"];
export type SubscriptionRequestBody = Schemas["SubscriptionRequestBody"];
export type GoldPage = Schemas["GoldPage"];
export type PremiumGreenPage = Schemas["PremiumGreenPage"];
export type ReservationPage = Schemas["ReservationPage"];
export type InvitationSummary = Schemas["InvitationSummary"];
export type InvitedReservationPage = Schemas["InvitedReservationPage"];
export type ReservationSummary = Schemas["ReservationSummary"];

export type PhoneVerification = Schemas["PhoneVerification"];
export type PhoneFlow = Schemas["PhoneFlow"];
export type PhoneStatus = Schemas["PhoneStatus"];

export type MonthAvailability = Schemas["MonthAvailability"];
export type OnlineStockGroup = Schemas["OnlineStockGroup"];
export type GroupedOnlineStockGroups = Schemas["GroupedOnlineStockGroups"];
export type GroupCourse = Schemas["CourseOption"];

export type HoldRequestFields = Schemas["HoldRequestFields"];
export type HoldRequestBody = Schemas["HoldRequestBody"];
export type PlacedHold = Schemas["RedirectWith_PlacedHoldResponse"];
export type DeliveryChoices = Schemas["DeliveryChoices"];
export type ConfirmReservation = Schemas["ConfirmBody"];
export type PaymentIntent = Schemas["IntentInfo"];
export type PaymentIntentStatus = Schemas["ChargeStatus"];

export type PreferenceQuestion = Schemas["QuestionInfo"];
export type GivenAnswers = Schemas["GivenAnswers"];
export type AnswerGroup = Schemas["AnswerGroup"];
export type GoldForm = Schemas["GoldForm"];
export type ChangeReservation = Schemas["ChangeBody"];
export type ReservationEditPage = Schemas["ReservationEditPage"];
export type ChargeRecord = Schemas["ChargeRecord"];
