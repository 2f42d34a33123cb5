/** Hours that the site names until the owner sets others. */
export const businessHours = [
  { days: 'Mon-Fri', hours: '9AM-5PM CST' },
  { days: 'Sat', hours: '10AM-4PM CST' },
  { days: 'Sun', hours: 'closed' },
] as const;

export const phoneHours = 'Mon-Fri 9AM-5PM CST';
