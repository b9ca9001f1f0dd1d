export { CalendarPage as default, metadata } from '#features/calendar/calendar-page';
