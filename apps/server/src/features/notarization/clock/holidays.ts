/**
 * Public holidays of China: weekdays off, and the Saturdays and Sundays that are workdays in return. The State Council
 * announces each year's arrangement in the preceding November (国务院办公厅关于部分节假日安排的通知).
 */
interface YearOfHolidays {
  /** Date ranges, inclusive, as `MM-DD`. */
  off: readonly (readonly [from: string, to: string])[];
  worked: readonly string[];
}

export const holidays: Readonly<Record<number, YearOfHolidays>> = {
  2025: {
    off: [
      ['01-01', '01-01'],
      ['01-28', '02-04'],
      ['04-04', '04-06'],
      ['05-01', '05-05'],
      ['05-31', '06-02'],
      ['10-01', '10-08'],
    ],
    worked: ['01-26', '02-08', '04-27', '09-28', '10-11'],
  },
  2026: {
    off: [
      ['01-01', '01-03'],
      ['02-15', '02-23'],
      ['04-04', '04-06'],
      ['05-01', '05-05'],
      ['06-19', '06-21'],
      ['09-25', '09-27'],
      ['10-01', '10-07'],
    ],
    worked: ['01-04', '02-14', '02-28', '05-09', '09-20', '10-10'],
  },
  // Not announced yet: only the statutory holidays (全国年节及纪念日放假办法), with days in lieu of weekends. The announcement
  // moves days, so a deadline calculated before it can be a few days early or late.
  2027: {
    off: [
      ['01-01', '01-01'],
      ['02-05', '02-10'],
      ['04-05', '04-05'],
      ['05-01', '05-04'],
      ['06-09', '06-09'],
      ['09-15', '09-15'],
      ['10-01', '10-05'],
    ],
    worked: [],
  },
};
