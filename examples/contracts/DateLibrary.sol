// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// Calendar arithmetic on Unix timestamps: the proleptic Gregorian calendar, 1970 to 9999, UTC.
///
/// Dates are checked where they enter, and everything behind that check stays far below any
/// overflow, so the arithmetic is unchecked. A day number counts days since 1970-01-01.
contract DateLibrary {
    uint256 public constant MIN_YEAR = 1970;
    uint256 public constant MAX_YEAR = 9999;
    uint256 public constant MAX_DAY_NUMBER = 2932896;

    uint256 private constant DAY = 86400;

    error InvalidDate(uint256 year, uint256 month, uint256 day);
    error InvalidTime(uint256 hour, uint256 minute, uint256 second);
    error OutOfRange(uint256 value);

    function isLeapYear(uint256 year) public pure returns (bool) {
        if (year % 4 != 0) return false;
        if (year % 100 != 0) return true;
        return year % 400 == 0;
    }

    function daysInMonth(uint256 year, uint256 month) public pure returns (uint256) {
        if (month == 0 || month > 12) revert OutOfRange(month);
        return _daysInMonth(year, month);
    }

    function isValidDate(uint256 year, uint256 month, uint256 day) public pure returns (bool) {
        if (year < MIN_YEAR || year > MAX_YEAR) return false;
        if (month == 0 || month > 12) return false;
        return day != 0 && day <= _daysInMonth(year, month);
    }

    /// Converts a date to its day number.
    function toDayNumber(uint256 year, uint256 month, uint256 day) public pure returns (uint256) {
        if (!isValidDate(year, month, day)) revert InvalidDate(year, month, day);
        return _toDayNumber(year, month, day);
    }

    /// Converts a day number to its date.
    function fromDayNumber(uint256 number) public pure returns (uint256 year, uint256 month, uint256 day) {
        if (number > MAX_DAY_NUMBER) revert OutOfRange(number);
        unchecked {
            uint256 n = number + 719468;
            uint256 dayOfEra = n % 146097;
            uint256 yearOfEra =
                (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
            uint256 dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
            uint256 shifted = (5 * dayOfYear + 2) / 153;
            day = dayOfYear - (153 * shifted + 2) / 5 + 1;
            month = shifted < 10 ? shifted + 3 : shifted - 9;
            year = yearOfEra + (n / 146097) * 400;
            if (month <= 2) year += 1;
        }
    }

    function toTimestamp(
        uint256 year, uint256 month, uint256 day, uint256 hour, uint256 minute, uint256 second
    ) external pure returns (uint256) {
        if (hour > 23 || minute > 59 || second > 59) revert InvalidTime(hour, minute, second);
        unchecked {
            return toDayNumber(year, month, day) * DAY + hour * 3600 + minute * 60 + second;
        }
    }

    /// Returns the weekday of a timestamp, 1 for Monday to 7 for Sunday.
    function weekday(uint256 timestamp) public pure returns (uint256) {
        unchecked {
            return (timestamp / DAY + 3) % 7 + 1;
        }
    }

    function isWeekend(uint256 timestamp) external pure returns (bool) {
        return weekday(timestamp) > 5;
    }

    /// Moves a date by whole months; a day that the month does not have becomes its last one.
    function addMonths(uint256 year, uint256 month, uint256 day, uint256 count)
        external pure returns (uint256, uint256, uint256)
    {
        if (!isValidDate(year, month, day)) revert InvalidDate(year, month, day);
        if (count > 12 * MAX_YEAR) revert OutOfRange(count);
        unchecked {
            uint256 months = year * 12 + month - 1 + count;
            uint256 newYear = months / 12;
            uint256 newMonth = months % 12 + 1;
            if (newYear > MAX_YEAR) revert OutOfRange(newYear);
            uint256 last = _daysInMonth(newYear, newMonth);
            return (newYear, newMonth, day > last ? last : day);
        }
    }

    /// Tells whether banks are shut: weekends and Christmas Day.
    function isBankHoliday(uint256 timestamp) external pure returns (bool) {
        (, uint256 month, uint256 day) = fromDayNumber(timestamp / DAY);
        if (weekday(timestamp) > 5) return true;
        return month == 12 && day == 25;
    }

    /// Finds the next 29th of February on or after a date.
    function nextLeapDay(uint256 year, uint256 month, uint256 day) external pure returns (uint256) {
        if (!isValidDate(year, month, day)) revert InvalidDate(year, month, day);
        unchecked {
            uint256 candidate = month > 2 ? year + 1 : year;
            // At most eight years: 2096-02-29 is followed by 2104-02-29.
            while (!isLeapYear(candidate)) candidate += 1;
            if (candidate > MAX_YEAR) revert OutOfRange(candidate);
            return _toDayNumber(candidate, 2, 29);
        }
    }

    function _daysInMonth(uint256 year, uint256 month) private pure returns (uint256) {
        if (month == 2) return isLeapYear(year) ? 29 : 28;
        if (month == 4 || month == 6 || month == 9 || month == 11) return 30;
        return 31;
    }

    /// Counts years from March, so that a leap day is the last day of a year.
    function _toDayNumber(uint256 year, uint256 month, uint256 day) private pure returns (uint256) {
        unchecked {
            uint256 shifted = month > 2 ? month - 3 : month + 9;
            uint256 y = month > 2 ? year : year - 1;
            uint256 dayOfYear = (153 * shifted + 2) / 5 + day - 1;
            return 365 * y + y / 4 - y / 100 + y / 400 + dayOfYear - 719468;
        }
    }
}
